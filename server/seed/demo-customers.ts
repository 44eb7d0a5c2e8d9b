/** Names, streets and habits of which the customers of the sample business are made. */

export const firstNames = (
  'Aarav Aditi Ajay Akash Amit Ananya Anil Anita Anjali Arjun Asha Ashok Ayesha Bhavna Chetan Deepa Deepak Devika Dinesh Divya ' +
  'Esha Farah Fatima Ganesh Gauri Geeta Gurpreet Hardik Harpreet Imran Indira Irfan Ishaan Jaya Jyoti Kabir Kamala Karan Kavya Kiran ' +
  'Lakshmi Lata Leela Madhav Mahesh Manish Meena Meera Mohan Mukesh Naina Nandini Naveen Neha Nikhil Nisha Om Pooja Prakash Pranav ' +
  'Priya Radha Rahul Rajesh Rakesh Ramesh Rani Ravi Rekha Ritu Rohan Rohit Sachin Salma Sameer Sandeep Sanjay Sarita Shalini Shreya ' +
  'Simran Sneha Sonia Sunil Sunita Suresh Swati Tanvi Tara Uday Usha Varun Vidya Vijay Vikram Vinod Yash Zara Zoya'
).split(' ')

export const lastNames = (
  'Agarwal Ahmed Bajaj Banerjee Bhat Bhatia Bose Chatterjee Chauhan Chopra Choudhary Das Desai Deshpande Dutta Fernandes Gandhi Ghosh ' +
  'Gill Gokhale Gupta Hegde Hussain Iyengar Iyer Jadhav Jain Joshi Kamath Kapoor Kaur Khan Khanna Kulkarni Kumar Malhotra Mehta Menon ' +
  'Mishra Mukherjee Nair Naidu Pandey Patel Pathak Patil Pillai Prasad Rajan Rane Rao Reddy Sawant Saxena Sen Sethi Shah Sharma Shetty ' +
  'Singh Sinha Sood Subramaniam Thakur Thomas Trivedi Varma Verma Yadav'
).split(' ')

export const streets = [
  'MG Road',
  'Station Road',
  'Gandhi Nagar',
  'Nehru Street',
  'Lake View Road',
  'Temple Road',
  'Church Street',
  'Park Street',
  'Ring Road',
  'Civil Lines',
  'Model Colony',
  'Shivaji Nagar',
  'Rajaji Salai',
  'Sector 21',
  'Green Avenue',
  'Market Yard',
]

export const houses = ['Sai Krupa', 'Shanti Niketan', 'Rose Villa', 'Lotus Heights', 'Palm Court', 'Ganga Apartments']

export const companies = [
  'Glow Studio',
  'Kaveri Wellness LLP',
  'Serene Spa',
  'Urban Barber Co.',
  'Sunrise Physiotherapy',
  'Hotel Meridian Residency',
  'Little Steps Clinic',
  'Zen Yoga Centre',
  'Royal Salon and Academy',
  'Green Leaf Ayurveda',
  'FitLife Gym',
  'Smile Dental Care',
]

export const dealers = [
  'Shree Ganesh Electronics',
  'Apna Pharmacy',
  'Vijay Home Appliances',
  'MedPlus Wellness Store',
  'Croma Corner',
  'Lifeline Surgicals',
  'Bharat Trading Co.',
  'Modern Beauty House',
]

export const languages = ['Hindi', 'English', 'Marathi', 'Tamil', 'Telugu', 'Kannada', 'Bengali', 'Gujarati', 'Punjabi']

export const riskReasons = [
  'Two parcels refused at the door',
  'Cheque returned',
  'Claims for devices that were never sold',
]

/** Where the customers live, with a PIN code of each place; bigger cities have more of them. */
export const homes: { city: string; state: string; pincode: string; weight: number }[] = [
  { city: 'Mumbai', state: 'Maharashtra', pincode: '400013', weight: 9 },
  { city: 'Pune', state: 'Maharashtra', pincode: '411004', weight: 9 },
  { city: 'Thane', state: 'Maharashtra', pincode: '400601', weight: 3 },
  { city: 'Nagpur', state: 'Maharashtra', pincode: '440010', weight: 2 },
  { city: 'Nashik', state: 'Maharashtra', pincode: '422005', weight: 2 },
  { city: 'Bengaluru', state: 'Karnataka', pincode: '560001', weight: 8 },
  { city: 'Mysuru', state: 'Karnataka', pincode: '570001', weight: 2 },
  { city: 'Ahmedabad', state: 'Gujarat', pincode: '380009', weight: 4 },
  { city: 'Surat', state: 'Gujarat', pincode: '395003', weight: 2 },
  { city: 'Chennai', state: 'Tamil Nadu', pincode: '600017', weight: 5 },
  { city: 'Coimbatore', state: 'Tamil Nadu', pincode: '641002', weight: 2 },
  { city: 'Hyderabad', state: 'Telangana', pincode: '500034', weight: 6 },
  { city: 'New Delhi', state: 'Delhi', pincode: '110001', weight: 6 },
  { city: 'Gurugram', state: 'Haryana', pincode: '122001', weight: 2 },
  { city: 'Kolkata', state: 'West Bengal', pincode: '700019', weight: 5 },
  { city: 'Jaipur', state: 'Rajasthan', pincode: '302001', weight: 2 },
  { city: 'Kochi', state: 'Kerala', pincode: '682016', weight: 2 },
  { city: 'Lucknow', state: 'Uttar Pradesh', pincode: '226001', weight: 2 },
  { city: 'Indore', state: 'Madhya Pradesh', pincode: '452001', weight: 2 },
  { city: 'Ludhiana', state: 'Punjab', pincode: '141001', weight: 1 },
]
